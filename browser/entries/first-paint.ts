import { markSession } from '../account-link.ts'
import { hideDismissedAnnouncement } from '../announcement.ts'
import { ANNOUNCEMENT_ATTRIBUTE } from '../../lib/dom-contract.ts'
import { loadLateScripts } from '../late-scripts.ts'
import { applyStoredTheme } from '../theme.ts'
import { allowBundledScripts } from '../trusted-types.ts'

/* Inlined in the page and run before the first paint to avoid layout shift. */
applyStoredTheme()
markSession()
hideDismissedAnnouncement(document.currentScript?.getAttribute(ANNOUNCEMENT_ATTRIBUTE) ?? null)
allowBundledScripts()
loadLateScripts()
