/** Bytes of one JSON request body; hosted Content Lake refuses larger mutations too. */
export const MAX_JSON_BODY = 4 * 1024 * 1024

/** Bytes of one stored document as JSON (hosted: 32 MB, but one request carries 4 MB). */
export const MAX_DOCUMENT = 32 * 1024 * 1024
