/** Content Lake API version of every client; published documents are the default perspective since this one. */
export const apiVersion = '2025-02-19'
