import { callsScript } from '@/lib/browser-bundles.js'
import { LateScript } from '../ui/late-script.tsx'

const HOLD_CALLS = { __html: callsScript }

/**
 * What plays the sample calls of a page. A few lines in the HTML have them wait before they are painted; the player is a
 * file.
 * @param file address of the player
 */
export const CallScript = ({ file }: { file: string }) => (
  <>
    <script type="text/javascript" suppressHydrationWarning dangerouslySetInnerHTML={HOLD_CALLS} />
    <LateScript src={file} />
  </>
)
