/**
 * Type of a script that is in the HTML of a page. In the browser React only matches its element: a type that is no script
 * keeps it from warning that the script will not run.
 */
export const INLINE_SCRIPT_TYPE = typeof window === 'undefined' ? 'text/javascript' : 'text/plain'
