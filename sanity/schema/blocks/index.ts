import { calculatorBlockType } from './calculator-block.ts'
import { cityGridBlockType } from './city-grid-block.ts'
import { comparisonBlockType } from './comparison-block.ts'
import { contactFormBlockType } from './contact-form-block.ts'
import { conversationBlockType } from './conversation-block.ts'
import { ctaBlockType } from './cta-block.ts'
import { faqBlockType } from './faq-block.ts'
import { featureGridBlockType } from './feature-grid-block.ts'
import { heroBlockType } from './hero-block.ts'
import { logoCloudBlockType } from './logo-cloud-block.ts'
import { mediaTextBlockType } from './media-text-block.ts'
import { pricingBlockType } from './pricing-block.ts'
import { richTextBlockType } from './rich-text-block.ts'
import { statsBlockType } from './stats-block.ts'
import { stepsBlockType } from './steps-block.ts'
import { testimonialsBlockType } from './testimonials-block.ts'

/** What a page is built of, in the order the insert menu shows. */
export const blockTypes = [
  heroBlockType,
  conversationBlockType,
  featureGridBlockType,
  stepsBlockType,
  mediaTextBlockType,
  richTextBlockType,
  faqBlockType,
  statsBlockType,
  testimonialsBlockType,
  pricingBlockType,
  comparisonBlockType,
  calculatorBlockType,
  contactFormBlockType,
  cityGridBlockType,
  logoCloudBlockType,
  ctaBlockType,
]
