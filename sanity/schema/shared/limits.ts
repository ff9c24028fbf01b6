/** Maximum lengths in characters. Search engines truncate longer titles, and cards and menus have no room for them. */
export const limits = {
  seoTitle: { min: 20, max: 60 },
  seoDescription: { min: 50, max: 160 },
  heading: 90,
  note: 80,
  shortText: 320,
  summary: 140,
  excerpt: 200,
  slug: 80,
  alt: 180,
  label: 40,
} as const
