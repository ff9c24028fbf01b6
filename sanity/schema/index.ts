import type { DocumentDefinition } from 'sanity'
import type { TypeName } from '../content-types.ts'
import { blocks } from './blocks/index.ts'
import { announcementType } from './documents/announcement.ts'
import { authorType, categoryType, postType } from './documents/blog.ts'
import { cityType, citySectionType, localFactType } from './documents/city.ts'
import { docPageType, docSectionType } from './documents/documentation.ts'
import { faqItemType } from './documents/faq-item.ts'
import { integrationType, integrationPermissionType } from './documents/integration.ts'
import { legalPageType, pageType } from './documents/page.ts'
import { pressItemType, pressKitType, pressDownloadType } from './documents/press.ts'
import { pricingPlanType } from './documents/pricing-plan.ts'
import { redirectType } from './documents/redirect.ts'
import { siteSettingsType } from './documents/site-settings.ts'
import { siteWordsType } from './documents/site-words.ts'
import { testimonialType, trustBadgeType } from './documents/trust.ts'
import * as article from './objects/article.ts'
import * as links from './objects/links.ts'
import * as parts from './objects/parts.ts'
import { pictureTypes } from './fields/picture.ts'

const documentTypes: { [Name in TypeName]: DocumentDefinition & { name: Name } } = {
  siteSettings: siteSettingsType,
  siteWords: siteWordsType,
  announcement: announcementType,
  page: pageType,
  city: cityType,
  post: postType,
  author: authorType,
  category: categoryType,
  pressKit: pressKitType,
  pressItem: pressItemType,
  docSection: docSectionType,
  docPage: docPageType,
  legalPage: legalPageType,
  pricingPlan: pricingPlanType,
  testimonial: testimonialType,
  faqItem: faqItemType,
  trustBadge: trustBadgeType,
  integration: integrationType,
  redirect: redirectType,
}

const objectTypes = [
  links.linkType,
  parts.seoType,
  parts.imageWithAltType,
  article.portableTextType,
  article.articleBodyType,
  article.codeBlockType,
  article.calloutType,
  article.tableType,
  article.tableRowType,
  links.footerColumnType,
  links.socialLinkType,
  parts.notFoundCopyType,
  parts.listingIntroType,
  citySectionType,
  integrationPermissionType,
  localFactType,
  parts.statType,
  article.comparisonRowType,
  article.comparisonRowsType,
  pressDownloadType,
  ...pictureTypes,
]

export const schemaTypes = [...Object.values(documentTypes), ...objectTypes, ...blocks.map(({ schema }) => schema)]
