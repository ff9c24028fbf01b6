/** Name of Tailwind's layer for browsers without `@property`, and the feature query of its `color-mix()` fallbacks. */
const PROPERTY_LAYER = 'properties'
const COLOR_MIX_CONDITION_PATTERN = /^\(color:\s*color-mix\(/

/** Moves the declarations of a feature query up. They replace the declarations that they override. */
function unwrap(condition) {
  for (const { prop } of condition.nodes) {
    condition.parent.each((sibling) => {
      if (sibling.prop === prop) sibling.remove()
    })
  }
  condition.replaceWith(condition.nodes)
}

/** Removes unused variables: browsers compute them for each element, which doubles the style cost. */
function removeUnusedProperties(root) {
  const usedProperties = new Set(Array.from(root.toString().matchAll(/var\((--[\w-]+)/g), ([, name]) => name))
  root.walkDecls(/^--tw-/, (declaration) => {
    if (!usedProperties.has(declaration.prop)) declaration.remove()
  })
  root.walkAtRules('property', (rule) => {
    if (!usedProperties.has(rule.params)) rule.remove()
  })
}

/**
 * PostCSS plugin that runs after Tailwind's. Removes fallbacks for browsers older than `browserslist` in package.json
 * (about 3 % of the page weight) and unused variables.
 */
export const modernCss = {
  postcssPlugin: 'modern-css',
  AtRule: {
    layer(rule) {
      if (rule.params === PROPERTY_LAYER && rule.nodes) rule.remove()
    },
    supports(rule) {
      const hasOnlyDeclarations = rule.nodes?.every(({ type }) => type === 'decl')
      if (hasOnlyDeclarations && COLOR_MIX_CONDITION_PATTERN.test(rule.params)) unwrap(rule)
    },
  },
  OnceExit: removeUnusedProperties,
}
