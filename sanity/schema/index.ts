import type { DocumentDefinition } from 'sanity'
import type { TypeName } from '../content-types.ts'
import { blocks } from './blocks/index.ts'
import { announcementType } from './documents/announcement.ts'
import { authorType } from './documents/author.ts'
import { categoryType } from './documents/category.ts'
import { cityType } from './documents/city.ts'
import { docPageType } from './documents/doc-page.ts'
import { docSectionType } from './documents/doc-section.ts'
import { faqItemType } from './documents/faq-item.ts'
import { integrationType } from './documents/integration.ts'
import { legalPageType } from './documents/legal-page.ts'
import { pageType } from './documents/page.ts'
import { postType } from './documents/post.ts'
import { pressItemType } from './documents/press-item.ts'
import { pressKitType } from './documents/press-kit.ts'
import { pricingPlanType } from './documents/pricing-plan.ts'
import { redirectType } from './documents/redirect.ts'
import { siteSettingsType } from './documents/site-settings.ts'
import { siteWordsType } from './documents/site-words.ts'
import { testimonialType } from './documents/testimonial.ts'
import { trustBadgeType } from './documents/trust-badge.ts'
import { articleBodyType } from './objects/article-body.ts'
import { calloutType } from './objects/callout.ts'
import { citySectionType } from './objects/city-section.ts'
import { codeBlockType } from './objects/code-block.ts'
import { comparisonRowsType, comparisonRowType } from './objects/comparison-row.ts'
import { footerColumnType } from './objects/footer-column.ts'
import { imageWithAltType } from './objects/image-with-alt.ts'
import { linkType } from './objects/link.ts'
import { listingIntroType } from './objects/listing-intro.ts'
import { integrationPermissionType } from './objects/integration-permission.ts'
import { localFactType } from './objects/local-fact.ts'
import { notFoundCopyType } from './objects/not-found-copy.ts'
import { pictureTypes } from './objects/pictures/index.ts'
import { portableTextType } from './objects/portable-text.ts'
import { pressDownloadType } from './objects/press-download.ts'
import { seoType } from './objects/seo.ts'
import { socialLinkType } from './objects/social-link.ts'
import { statType } from './objects/stat.ts'
import { tableRowType, tableType } from './objects/table.ts'

/** The schema of each type of the registry. */
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
  linkType,
  seoType,
  imageWithAltType,
  portableTextType,
  articleBodyType,
  codeBlockType,
  calloutType,
  tableType,
  tableRowType,
  footerColumnType,
  socialLinkType,
  notFoundCopyType,
  listingIntroType,
  citySectionType,
  integrationPermissionType,
  localFactType,
  statType,
  comparisonRowType,
  comparisonRowsType,
  pressDownloadType,
  ...pictureTypes,
]

/** Every type an editor can make, for the Studio and for type generation. */
export const schemaTypes = [...Object.values(documentTypes), ...objectTypes, ...blocks.map(({ schema }) => schema)]
