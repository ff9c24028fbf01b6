/** What Tailwind calls its layer for browsers without `@property`, and how it asks for `color-mix()`. */
const PROPERTY_LAYER = 'properties'
const ASKS_FOR_COLOR_MIX = /^\(color:\s*color-mix\(/

/** Puts the declarations of a condition in the place of those that they would override. */
function unwrap(condition) {
  for (const { prop } of condition.nodes) {
    condition.parent.each((other) => {
      if (other.prop === prop) other.remove()
    })
  }
  condition.replaceWith(condition.nodes)
}

/** A variable that nothing reads is still computed for each element that sets it, and makes its style cost twice as much. */
function removeUnread(root) {
  const read = new Set(Array.from(root.toString().matchAll(/var\((--[\w-]+)/g), ([, name]) => name))
  root.walkDecls(/^--tw-/, (declaration) => {
    if (!read.has(declaration.prop)) declaration.remove()
  })
  root.walkAtRules('property', (rule) => {
    if (!read.has(rule.params)) rule.remove()
  })
}

/**
 * A PostCSS plugin behind Tailwind's: takes out what it writes for browsers older than those of `browserslist` in
 * package.json, some 3 % of what every visitor loads, and variables that nothing reads. What it does not recognise stays
 * as it is.
 */
export const modernCss = {
  postcssPlugin: 'modern-css',
  AtRule: {
    layer(rule) {
      if (rule.params === PROPERTY_LAYER && rule.nodes) rule.remove()
    },
    supports(rule) {
      const isDeclarations = rule.nodes?.every(({ type }) => type === 'decl')
      if (isDeclarations && ASKS_FOR_COLOR_MIX.test(rule.params)) unwrap(rule)
    },
  },
  OnceExit: removeUnread,
}
