/** Content Lake API version of what the Studio itself asks: lists, the preview's places, redirects. */
export const API_VERSION = '2025-02-19'
