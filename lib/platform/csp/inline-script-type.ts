/** Type of inline scripts. In the browser a non-script type stops React from warning that the script will not run. */
export const INLINE_SCRIPT_TYPE = typeof window === 'undefined' ? 'text/javascript' : 'text/plain'
