/** Content Lake API version. From this version on, `published` is the default perspective. */
export const apiVersion = '2025-02-19'
