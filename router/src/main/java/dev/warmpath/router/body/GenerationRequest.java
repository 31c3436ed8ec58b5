package dev.warmpath.router.body;

/**
 * What the router must know of a generation request.
 *
 * @param model the model that the client names
 * @param stream whether the answer is a stream
 * @param batch how many prompts a batch holds, or 0 for a single prompt: a string, a list of token ids, or a chat. A
 *     list with one string is a batch of 1.
 * @param choices the client's {@code n}, at least 1
 */
public record GenerationRequest(
        Endpoint endpoint, JsonBody body, String model, boolean stream, int batch, int choices) {

    /** The generation endpoints that are routed by overlap. */
    public enum Endpoint {
        CHAT_COMPLETIONS("/v1/chat/completions"),
        COMPLETIONS("/v1/completions");

        private final String path;

        Endpoint(String path) {
            this.path = path;
        }

        public String path() {
            return path;
        }
    }

    /**
     * Reads what the router must know.
     *
     * @throws BadRequest 400 naming the member that is missing or has a shape that no engine accepts
     */
    public static GenerationRequest read(Endpoint endpoint, JsonBody body) throws BadRequest {
        throw new UnsupportedOperationException("not yet");
    }
}
