import { callsScript } from '@/lib/browser-bundles.js'

const HOLD_PRESSES = { __html: callsScript }

/** A few lines in the HTML that keep a press on play until the player has come, which is a file that is loaded on a sign of interest. */
export const CallScript = () => (
  <script type="text/javascript" suppressHydrationWarning dangerouslySetInnerHTML={HOLD_PRESSES} />
)
