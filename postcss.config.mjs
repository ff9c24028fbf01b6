import { modernCss } from './scripts/build/modern-css.js'

// The bundler shortens the result; Tailwind does not do it before, because what is taken out is easier to find as written.
export default { plugins: [['@tailwindcss/postcss', { optimize: false }], modernCss] }
