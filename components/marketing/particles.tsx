import { particlesFile } from '@/lib/browser-bundles.js'
import { PARTICLES_PLACE } from '@/lib/dom-contract.ts'
import { LateScript } from '../ui/late-script.tsx'

/** Nothing for React to look at: the script puts a canvas in there. */
const NOTHING = { __html: '' }

/**
 * Particles drifting like air in a duct, warm to cool, behind the content of a marketing page. The canvas is as high
 * as the screen and stays in it while the content does, so it takes no part in the layout.
 */
export const Particles = () => (
  <>
    <div
      {...{ [PARTICLES_PLACE]: '' }}
      className="pointer-events-none absolute inset-x-0 -top-18 bottom-0 -z-10 *:sticky *:top-0 *:block *:h-lvh *:max-h-full *:w-full print:hidden"
      aria-hidden="true"
      dangerouslySetInnerHTML={NOTHING}
    />
    <LateScript src={particlesFile.path} />
  </>
)
