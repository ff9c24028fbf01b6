import { firstPaintScript } from '@/lib/browser-bundles.js'
import { ANNOUNCEMENT, scripted } from '@/lib/dom-contract.ts'

const FIRST_PAINT = { __html: firstPaintScript }

type FirstPaintScriptProps = {
  /** Id of the announcement that may have been dismissed. */
  announcement: string | undefined
  /** Of a page that is made for each request. */
  nonce?: string | undefined
}

/** Marks on the root element what a visitor's browser remembers, before the first paint. */
export const FirstPaintScript = ({ announcement, nonce }: FirstPaintScriptProps) => (
  <script
    type="text/javascript"
    nonce={nonce}
    {...scripted({ [ANNOUNCEMENT]: announcement })}
    dangerouslySetInnerHTML={FIRST_PAINT}
  />
)
