import { blockTypes } from './blocks/index.ts'
import { cityType } from './documents/city.ts'
import { faqItemType } from './documents/faq-item.ts'
import { integrationType } from './documents/integration.ts'
import { pageType } from './documents/page.ts'
import { siteSettingsType } from './documents/site-settings.ts'
import { trustBadgeType } from './documents/trust-badge.ts'
import { citySectionType } from './objects/city-section.ts'
import { footerColumnType } from './objects/footer-column.ts'
import { imageWithAltType } from './objects/image-with-alt.ts'
import { linkType } from './objects/link.ts'
import { localFactType } from './objects/local-fact.ts'
import { portableTextType } from './objects/portable-text.ts'
import { seoType } from './objects/seo.ts'
import { socialLinkType } from './objects/social-link.ts'

const documentTypes = [siteSettingsType, pageType, cityType, faqItemType, trustBadgeType, integrationType]

const objectTypes = [
  linkType,
  seoType,
  imageWithAltType,
  portableTextType,
  footerColumnType,
  socialLinkType,
  citySectionType,
  localFactType,
]

/** Every type an editor can make, for the Studio and for type generation. */
export const schemaTypes = [...documentTypes, ...objectTypes, ...blockTypes]
