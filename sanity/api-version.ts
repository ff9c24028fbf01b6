/** Since this version `published` is the default perspective. */
export const apiVersion = '2025-02-19'
