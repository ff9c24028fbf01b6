import { calculatorBlock } from './calculator-block.ts'
import { cityGridBlock } from './city-grid-block.ts'
import { comparisonBlock } from './comparison-block.ts'
import { contactFormBlock } from './contact-form-block.ts'
import { conversationBlock } from './conversation-block.ts'
import { ctaBlock } from './cta-block.ts'
import { menuGroups } from './define-block.ts'
import { faqBlock } from './faq-block.ts'
import { featureGridBlock } from './feature-grid-block.ts'
import { heroBlock } from './hero-block.ts'
import { logoCloudBlock } from './logo-cloud-block.ts'
import { mediaTextBlock } from './media-text-block.ts'
import { pricingBlock } from './pricing-block.ts'
import { richTextBlock } from './rich-text-block.ts'
import { statsBlock } from './stats-block.ts'
import { stepsBlock } from './steps-block.ts'
import { testimonialsBlock } from './testimonials-block.ts'
import { trustBandBlock } from './trust-band-block.ts'

/** What a page is built of, in the order the insert menu shows. */
export const blocks = [
  heroBlock,
  conversationBlock,
  featureGridBlock,
  stepsBlock,
  mediaTextBlock,
  richTextBlock,
  faqBlock,
  statsBlock,
  testimonialsBlock,
  trustBandBlock,
  pricingBlock,
  comparisonBlock,
  calculatorBlock,
  contactFormBlock,
  cityGridBlock,
  logoCloudBlock,
  ctaBlock,
]

/** The blocks in the groups of the menu. */
export const insertMenuGroups = Object.entries(menuGroups).map(([group, title]) => ({
  name: group,
  title,
  of: blocks.filter(({ menu }) => menu.some((name) => name === group)).map(({ schema }) => schema.name),
}))

/** GROQ of what the page query selects of each block. */
export const BLOCKS = blocks
  .map(({ schema, projection }) => `_type == "${schema.name}" => { ${projection} }`)
  .join(',\n    ')
