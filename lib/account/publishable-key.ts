const PREFIX = /^pk_(live|test)$/

/**
 * What is wrong with a publishable key, as the end of a sentence that begins with its name; undefined for a good one.
 * Its form: `pk_live_` or `pk_test_` and, in base64, a host that ends in a dollar sign.
 */
export function publishableKeyProblem(key: string): string | undefined {
  const parts = key.split('_')
  if (!PREFIX.test(parts.slice(0, 2).join('_'))) return 'does not begin with pk_live_ or pk_test_'
  if (parts.length !== 3) return 'does not have three parts with an underscore between them'
  const host = decoded(parts[2] ?? '')
  if (!host?.endsWith('$')) return 'does not hold a host that ends in a dollar sign'
  if (!/^[a-z0-9-]+(\.[a-z0-9-]+)+\$$/i.test(host)) return 'holds something that is not a host with a dot in its name'
  return undefined
}

/** Host of the Frontend API that a good publishable key names. */
export const frontendApiOf = (key: string): string => decoded(key.split('_')[2] ?? '')?.slice(0, -1) ?? ''

function decoded(text: string): string | undefined {
  try {
    return atob(text)
  } catch {
    // Not base64, which is all that is asked here: whoever calls names the problem without quoting the key.
    return undefined
  }
}
