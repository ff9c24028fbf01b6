import localFont from 'next/font/local'

/*
 * These fonts are the Latin subsets. `scripts/build/fonts.ts` builds them; `font-files/faces.css` declares the other
 * subsets and fonts.
 */

/** Heading font. Browsers preload it, because the largest contentful paint of most pages is a heading. */
export const display = localFont({
  src: './font-files/display-first.woff2',
  weight: '400 700',
  variable: '--font-bricolage',
  display: 'swap',
  declarations: [
    { prop: 'font-family', value: 'display' },
    {
      prop: 'unicode-range',
      value:
        'U+0000-007F,U+00A0,U+00A7,U+00A9,U+00AD-00AE,U+00B0,U+00B7,U+00BD,U+00D7,U+00F7,U+2011,U+2013-2014,U+2018-2019,U+201C-201D,U+2022,U+2026,U+2122,U+2212',
    },
  ],
})

export const text = localFont({
  src: './font-files/text-first.woff2',
  weight: '400 700',
  variable: '--font-hanken',
  display: 'swap',
  declarations: [
    { prop: 'font-family', value: 'text' },
    {
      prop: 'unicode-range',
      value:
        'U+0000-007F,U+00A0,U+00A7,U+00A9,U+00AD-00AE,U+00B0,U+00B7,U+00BD,U+00D7,U+00F7,U+2011,U+2013-2014,U+2018-2019,U+201C-201D,U+2022,U+2026,U+2122,U+2212',
    },
  ],
})
