import { shellFile, firstPaintScript } from '@/lib/browser-bundles.js'
import { ANNOUNCEMENT_ATTRIBUTE, toScriptAttributes } from '@/lib/dom-contract.ts'

/** Loads the shell script asynchronously. The page's controls work before it runs. */
export function ShellScript({ nonce }: { nonce?: string | undefined }) {
  return <script async src={shellFile.path} nonce={nonce} />
}

const FIRST_PAINT_HTML = { __html: firstPaintScript }

type FirstPaintScriptProps = {
  announcement: string | undefined
  nonce?: string | undefined
}

/** Renders an inline script that applies stored preferences to the root element before the first paint. */
export const FirstPaintScript = ({ announcement, nonce }: FirstPaintScriptProps) => (
  <script
    type="text/javascript"
    nonce={nonce}
    {...toScriptAttributes({ [ANNOUNCEMENT_ATTRIBUTE]: announcement })}
    dangerouslySetInnerHTML={FIRST_PAINT_HTML}
  />
)
