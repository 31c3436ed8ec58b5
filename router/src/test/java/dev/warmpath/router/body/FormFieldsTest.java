package dev.warmpath.router.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class FormFieldsTest {

    private static byte[] form(String... parts) {
        StringBuilder form = new StringBuilder();
        for (String part : parts) {
            form.append("--b1\r\n").append(part).append("\r\n");
        }
        return form.append("--b1--\r\n").toString().getBytes(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "multipart/form-data; boundary=b1",
                "multipart/form-data; boundary=\"b1\"",
                "Multipart/Form-Data; charset=utf-8; Boundary=b1"
            })
    void fieldIsFoundWhereverItStands(String type) throws BadRequest {
        byte[] body = form(
                "content-disposition: form-data; name=\"file\"; filename=\"name=model\"\r\n\r\nRIFF\r\n--b\r\n",
                "CONTENT-DISPOSITION: form-data; name=model\r\nx-other: 1\r\n\r\nwhisper-größe");

        assertThat(FormFields.of(type, body).text("model", 100)).isEqualTo("whisper-größe");
        assertThat(FormFields.of(type, body).text("language", 100)).isNull();
    }

    @Test
    void longValueIsNone() throws BadRequest {
        byte[] body = form("content-disposition: form-data; name=\"model\"\r\n\r\n12345");
        FormFields fields = FormFields.of("multipart/form-data; boundary=b1", body);
        assertThat(fields.text("model", 5)).isEqualTo("12345");
        assertThat(fields.text("model", 4)).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "--b1", "--b1\r\n", "--b1\r\ncontent-disposition: form-data; name=\"model\"\r\n\r\nx"})
    void cutFormHasNoField(String body) throws BadRequest {
        FormFields fields = FormFields.of("multipart/form-data; boundary=b1", body.getBytes(StandardCharsets.UTF_8));
        assertThat(fields.text("model", 100)).isNull();
    }

    /** Engines take a delimiter at the beginning of a line for one, and no other. */
    @Test
    void delimiterInsideALineIsContent() throws BadRequest {
        String named = "content-disposition: form-data; name=\"%s\"\r\n\r\n%s";
        String inside = "x--b1\r\n" + named.formatted("model", "hidden") + "\n--b1\r\n";
        byte[] body = form(named.formatted("file", inside), named.formatted("model", "meant"));
        assertThat(FormFields.of("multipart/form-data; boundary=b1", body).text("model", 100))
                .isEqualTo("meant");
    }

    /** The name in the headers of the next part would be taken for this one's. */
    @Test
    void headersEndBeforeTheNextPart() throws BadRequest {
        byte[] body = form("x", "content-disposition: form-data; name=\"model\"\r\n\r\nm");
        assertThat(FormFields.of("multipart/form-data; boundary=b1", body).text("model", 100))
                .isNull();
    }

    /** Made so that a search that begins anew at each byte, or at each part, goes over it thousands of times. */
    @ParameterizedTest
    @ValueSource(strings = {"-", "--a", "\r\n--a"})
    void hostileFormIsGoneOverOnce(String repeated) throws BadRequest {
        String boundary = repeated.equals("-") ? "-".repeat(69) + "x" : "a";
        String run = repeated.repeat(8000 / repeated.length()) + "\r\n\r\n";
        byte[] body = run.repeat(8 << 10).getBytes(StandardCharsets.US_ASCII);
        FormFields fields = FormFields.of("multipart/form-data; boundary=" + boundary, body);
        assertTimeoutPreemptively(
                Duration.ofSeconds(5),
                () -> assertThat(fields.text("model", 100)).isNull());
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(
            strings = {
                "application/json",
                "multipart/form-data",
                "multipart/form-data; boundary=\"",
                "multipart/mixed; boundary=b"
            })
    void whatIsNoFormIsRefused(String type) {
        assertThatThrownBy(() -> FormFields.of(type, new byte[0])).isInstanceOf(BadRequest.class);
    }
}
