const inBrowser = typeof document !== 'undefined'

/** Read when the scripts of the first page run, before any other answer changes what is in the document. */
const nonce = inBrowser ? [...document.scripts].find((script) => script.nonce)?.nonce : undefined

/**
 * The nonce of the policy that the open document has, for as long as it is open.
 * @param given of the answer that is being rendered: on the server that is the document
 * @returns undefined in a document that was answered without one
 */
export const documentNonce = (given: string | undefined): string | undefined => (inBrowser ? nonce : given)
