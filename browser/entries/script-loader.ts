import { loadHeldScripts } from '../script-loader.ts'

/* In the HTML of a stored page, behind everything else. */
loadHeldScripts()
