import { markSession } from '../account-link.ts'
import { hideDismissedAnnouncement } from '../announcement.ts'
import { ANNOUNCEMENT } from '../../lib/dom-contract.ts'
import { loadLateScripts } from '../late-scripts.ts'
import { paintStoredTheme } from '../theme.ts'
import { allowOwnScripts } from '../trusted-types.ts'

/* Inlined in the page and run before the first paint to avoid layout shift. */
paintStoredTheme()
markSession()
hideDismissedAnnouncement(document.currentScript?.getAttribute(ANNOUNCEMENT) ?? null)
allowOwnScripts()
loadLateScripts()
