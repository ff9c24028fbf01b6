import { type ClassValue, clsx } from 'clsx'
import { extendTailwindMerge } from 'tailwind-merge'

/** Custom tokens of app/styles/tokens.css that tailwind-merge would take for colors. */
const merge = extendTailwindMerge({
  extend: {
    theme: {
      text: ['note', 'card-title', 'heading', 'subtitle', 'title', 'headline', 'hero', 'price', 'figure', 'lead'],
      container: ['text', 'lead', 'headline'],
    },
  },
})

/** Joins class names; the last of conflicting Tailwind classes wins. For the dashboard only, to keep public pages small. */
export const cn = (...classes: ClassValue[]): string => merge(clsx(classes))
