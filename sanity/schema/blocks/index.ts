import { cityGridBlockType } from './city-grid-block.ts'
import { conversationBlockType } from './conversation-block.ts'
import { ctaBlockType } from './cta-block.ts'
import { faqBlockType } from './faq-block.ts'
import { featureGridBlockType } from './feature-grid-block.ts'
import { heroBlockType } from './hero-block.ts'
import { mediaTextBlockType } from './media-text-block.ts'
import { richTextBlockType } from './rich-text-block.ts'
import { stepsBlockType } from './steps-block.ts'

/** What a page is built of, in the order the insert menu shows. */
export const blockTypes = [
  heroBlockType,
  conversationBlockType,
  featureGridBlockType,
  stepsBlockType,
  mediaTextBlockType,
  richTextBlockType,
  faqBlockType,
  cityGridBlockType,
  ctaBlockType,
]
