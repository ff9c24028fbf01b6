import { modernCss } from './scripts/build/modern-css.js'

export default { plugins: ['@tailwindcss/postcss', modernCss] }
