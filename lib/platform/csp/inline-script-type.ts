/**
 * Type attribute of inline scripts. In the browser, a non-script type prevents React's warning that the script will not
 * run.
 */
export const INLINE_SCRIPT_TYPE = typeof window === 'undefined' ? 'text/javascript' : 'text/plain'
