import { modernCss } from './scripts/build/modern-css.js'

// The bundler minifies the result. Tailwind does not, because modernCss finds the code that it removes more easily in
// its original form.
export default { plugins: [['@tailwindcss/postcss', { optimize: false }], modernCss] }
