import { type ClassValue, clsx } from 'clsx'
import { extendTailwindMerge } from 'tailwind-merge'

/** Sizes of type and measures of app/styles/tokens.css, which would otherwise be taken for colours. */
const merge = extendTailwindMerge({
  extend: {
    theme: {
      text: ['note', 'card-title', 'heading', 'subtitle', 'title', 'headline', 'hero', 'price', 'figure', 'lead'],
      container: ['text', 'lead', 'headline'],
    },
  },
})

/** Joins class names; of two Tailwind classes that set the same, the last one stays. For the dashboard: public pages carry few. */
export const cn = (...classes: ClassValue[]): string => merge(clsx(classes))
