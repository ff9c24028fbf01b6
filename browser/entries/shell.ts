import { startAccountLinks } from '../account-link.ts'
import { startAnnouncement } from '../announcement.ts'
import { markCurrentPage } from '../current-page.ts'
import { whenComplete } from '../page-timing.ts'
import { startHeader } from '../header.ts'
import { prefetchNavigation } from '../prefetch-navigation.ts'
import { startMenus, startSiteMenu } from '../menus.ts'
import { startBlockScripts } from '../block-scripts.ts'
import { startSearchButton } from '../search-button.ts'
import { startPageViews } from '../page-views.ts'
import { startTheme } from '../theme.ts'
import { startTyping } from '../typing.ts'
import { startVoiceLauncher } from '../voice-launcher.ts'

/* Loaded by every page. Starts header, footer, launcher, page views and the loader of further scripts. */
whenComplete(() => {
  startHeader()
  markCurrentPage()
  startAccountLinks()
  startTheme()
  startMenus()
  startSiteMenu()
  startAnnouncement()
  startSearchButton()
  startTyping()
  startVoiceLauncher()
  startBlockScripts()
  startPageViews()
  prefetchNavigation()
})
