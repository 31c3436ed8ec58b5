package dev.warmpath.router.detect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.Protocol;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.config.settings.workers.WorkerSettings;
import dev.warmpath.router.fleet.worker.EngineFinding.Mismatch;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What tells engines apart, and what tells nothing. */
class EngineAnswerTest {

    private static EngineAnswer read(String answer) {
        return EngineAnswer.read(answer.getBytes(StandardCharsets.UTF_8));
    }

    private static WorkerSettings mixed(int dpSize, int dpStart, int blockSize) {
        return worker(Role.MIXED, null, dpSize, dpStart, blockSize);
    }

    private static WorkerSettings worker(Role role, @Nullable Engine engine, int dpSize, int dpStart, int blockSize) {
        return WorkerSettings.of(
                URI.create("http://h:1"),
                role,
                engine,
                role == Role.MIXED ? Protocol.NONE : Protocol.SGLANG_BOOTSTRAP,
                List.of("m"),
                "default",
                dpSize,
                dpStart,
                blockSize);
    }

    @ParameterizedTest
    @CsvSource({"sglang,SGLANG", "vllm,VLLM"})
    void ownerOfTheModelsIsTheEngine(String owner, Engine engine) {
        String model = "{\"id\":\"m\",\"object\":\"model\",\"owned_by\":\"" + owner + "\"}";

        assertThat(read("{\"object\":\"list\",\"data\":[" + model + "," + model + "]}")
                        .ownerOfModels())
                .isEqualTo(engine);
    }

    /** Another router in between lists what different engines own. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"data\":[]}",
                "{\"data\":[{\"id\":\"m\"}]}",
                "{\"data\":[{\"owned_by\":\"organization\"}]}",
                "{\"data\":[{\"owned_by\":\"vllm\"},{\"owned_by\":\"sglang\"}]}",
                "{\"data\":[{\"owned_by\":\"vllm\"},{\"owned_by\":\"me\"}]}",
                "{\"data\":\"vllm\"}"
            })
    void ownerThatIsNoEngineTellsNothing(String answer) {
        assertThat(read(answer).ownerOfModels()).isNull();
    }

    @Test
    void eachEngineHasAnswersOfItsOwn() {
        assertThat(read("{\"model_path\":\"m\",\"page_size\":1,\"disaggregation_mode\":\"null\"}")
                        .ofServerInfo())
                .isEqualTo(Engine.SGLANG);
        assertThat(read("{\"vllm_config\":{},\"vllm_env\":{}}").ofServerInfo()).isEqualTo(Engine.VLLM);
        assertThat(read("{\"model_path\":\"m\",\"is_generation\":true}").ofModelInfo())
                .isEqualTo(Engine.SGLANG);
        assertThat(read("{\"version\":\"0.32.0\"}").ofVersion()).isEqualTo(Engine.VLLM);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "x",
                "[]",
                "7",
                "null",
                "{}",
                "{\"hello\":1}",
                "{\"version\":7}",
                "{\"version\":\"1\",\"name\":\"x\"}"
            })
    void whatIsNoEnginesAnswerTellsNothing(String answer) {
        EngineAnswer read = read(answer);

        assertThat(read.ownerOfModels()).isNull();
        assertThat(read.ofServerInfo()).isNull();
        assertThat(read.ofModelInfo()).isNull();
        assertThat(read.ofVersion()).isNull();
        assertThat(Mismatches.of(Engine.SGLANG, read, mixed(2, 0, 16))).isEmpty();
    }

    @Test
    void bottomlessNestingTellsNothing() {
        assertThat(read("[".repeat(100_000)).ownerOfModels()).isNull();
    }

    @Test
    void whatConfigurationSaysOtherwiseIsNamed() {
        EngineAnswer told = read("{\"dp_size\":4,\"page_size\":64,\"disaggregation_mode\":\"decode\"}");

        assertThat(Mismatches.of(Engine.SGLANG, told, mixed(2, 0, 16)))
                .containsExactly(
                        new Mismatch("dp_size", "2", "4"),
                        new Mismatch("block_size", "16", "64"),
                        new Mismatch("role", "mixed", "decode"));
        assertThat(Mismatches.of(Engine.SGLANG, told, mixed(4, 0, 0)))
                .as("a block size that is to be learned")
                .containsExactly(new Mismatch("role", "mixed", "decode"));
    }

    @Test
    void halvesSayWhichTheyAre() {
        WorkerSettings prefill = worker(Role.PREFILL, Engine.SGLANG, 1, 0, 0);

        assertThat(Mismatches.of(Engine.SGLANG, read("{\"disaggregation_mode\":\"prefill\"}"), prefill))
                .isEmpty();
        assertThat(Mismatches.of(Engine.SGLANG, read("{\"disaggregation_mode\":\"decode\"}"), prefill))
                .containsExactly(new Mismatch("role", "prefill", "decode"));
        assertThat(Mismatches.of(Engine.SGLANG, read("{\"disaggregation_mode\":\"null\"}"), prefill))
                .as("SGLang's word for none of the two")
                .containsExactly(new Mismatch("role", "prefill", "mixed"));
        assertThat(Mismatches.of(Engine.SGLANG, read("{}"), prefill)).isEmpty();
    }

    @Test
    void anotherEngineThanTheConfiguredOneIsNamed() {
        WorkerSettings vllm = worker(Role.MIXED, Engine.VLLM, 1, 0, 0);

        assertThat(Mismatches.of(Engine.SGLANG, EngineAnswer.NOTHING, vllm))
                .containsExactly(new Mismatch("engine", "vllm", "sglang"));
        assertThat(Mismatches.of(Engine.VLLM, EngineAnswer.NOTHING, vllm)).isEmpty();
    }

    /** A node counts the ranks of all of them. */
    @Test
    void nodeOfSeveralOwnsSomeOfTheRanks() {
        assertThat(Mismatches.of(Engine.SGLANG, read("{\"dp_size\":8,\"nnodes\":2}"), mixed(4, 0, 0)))
                .isEmpty();
        assertThat(Mismatches.of(Engine.SGLANG, read("{\"dp_size\":8}"), mixed(4, 4, 0)))
                .isEmpty();
    }

    /** With context parallelism the blocks of the events are larger than a page. */
    @Test
    void blockSizeIsThatOfTheEvents() {
        assertThat(read("{\"page_size\":16,\"kv_events\":{\"block_size\":32}}").blockSize())
                .isEqualTo(32);
        assertThat(read("{\"page_size\":16,\"kv_events\":null}").blockSize()).isEqualTo(16);
    }

    @Test
    void releaseIsToldAsText() {
        assertThat(read("{\"version\":\"0.32.1\"}").version()).isEqualTo("0.32.1");
        assertThat(read("{\"version\":7}").version()).isEmpty();
        assertThat(read("{\"version\":\"" + "9".repeat(1_000) + "\"}").version())
                .as("a word that is not to be shown")
                .isEmpty();
        assertThat(EngineAnswer.NOTHING.version()).isEmpty();
    }

    /** SGLang spells out what it binds, and repeats its flag; vLLM lists its ranks' publishers. */
    @Test
    void publisherIsWhereTheFirstRankBinds() {
        assertThat(read("{\"kv_events\":{\"endpoint_host\":\"*\",\"endpoint_port_base\":5557}}")
                        .publisher())
                .isEqualTo("tcp://*:5557");
        assertThat(read("{\"kv_events_config\":\"{\\\"endpoint\\\":\\\"tcp://*:5558\\\"}\"}")
                        .publisher())
                .isEqualTo("tcp://*:5558");
        assertThat(read("{\"kv_events\":null,\"kv_events_config\":null}").publisher())
                .isEmpty();
        assertThat(read("{\"0\":{\"endpoint\":\"tcp://*:5559\"},\"1\":{\"endpoint\":\"tcp://*:5560\"}}")
                        .firstSource())
                .isEqualTo("tcp://*:5559");
        assertThat(read("{}").firstSource()).isEmpty();
    }
}
