import { type ClassValue, clsx } from 'clsx'
import { extendTailwindMerge } from 'tailwind-merge'

/**
 * Merge function configured with the custom tokens of app/styles/tokens.css. By default, tailwind-merge would treat
 * them as colors.
 */
const merge = extendTailwindMerge({
  extend: {
    theme: {
      text: ['note', 'card-title', 'heading', 'subtitle', 'title', 'headline', 'hero', 'price', 'figure', 'lead'],
      container: ['text', 'lead', 'headline'],
    },
  },
})

/**
 * Joins class names. The last of conflicting Tailwind classes wins. Use it only in the dashboard, to keep public pages
 * small.
 */
export const cn = (...classes: ClassValue[]): string => merge(clsx(classes))
