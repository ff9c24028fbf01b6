import { shellFile } from '@/lib/browser-bundles.js'

/**
 * Loads beside the page and runs when the page is complete: its controls work before, and without, hydration.
 * @param nonce of the page's policy, where it has one
 */
export function ShellScript({ nonce }: { nonce?: string | undefined }) {
  return <script async src={shellFile.path} nonce={nonce} />
}
