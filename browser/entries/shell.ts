import { startAccountLinks } from '../account-link.ts'
import { startAnnouncement } from '../announcement.ts'
import { startContactForm } from '../contact-form.ts'
import { whenComplete } from '../dom.ts'
import { startHeader } from '../header.ts'
import { startLogos } from '../logos.ts'
import { startMenus, startSiteMenu } from '../menus.ts'
import { startTheme } from '../theme.ts'
import { startVoiceLauncher } from '../voice-launcher.ts'

/* The file of every page: what its header, footer, launcher and contact form need. */
whenComplete(() => {
  startHeader()
  startAccountLinks()
  startTheme()
  startMenus()
  startSiteMenu()
  startAnnouncement()
  startLogos()
  startVoiceLauncher()
  startContactForm()
})
