import { markSession } from '../account-link.ts'
import { hideDismissedAnnouncement } from '../announcement.ts'
import { ANNOUNCEMENT } from '../../lib/dom-contract.ts'
import { loadLateScripts } from '../late-scripts.ts'
import { paintStoredTheme } from '../theme.ts'
import { allowOwnScripts } from '../trusted-types.ts'

/*
 * In the HTML before the first thing that is painted: what it marks on the root element decides how header and announcement
 * look, so nothing moves or changes afterwards. The other scripts of a public page come after that paint.
 */
paintStoredTheme()
markSession()
hideDismissedAnnouncement(document.currentScript?.getAttribute(ANNOUNCEMENT) ?? null)
allowOwnScripts()
loadLateScripts()
