/** Where the pages of the account find the nonce of their policy. */
export const NONCE_HEADER = 'x-nonce'
