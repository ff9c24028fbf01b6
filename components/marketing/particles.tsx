import { particlesFile } from '@/lib/browser-bundles.js'
import { PARTICLES_PLACE } from '@/lib/dom-contract.ts'
import { LateScript } from '../ui/late-script.tsx'

/** Nothing for React to look at: the script puts a canvas in there. */
const NOTHING = { __html: '' }

/**
 * Particles drifting like air in a duct, warm to cool, behind what stands beside the first text of a marketing page: never
 * behind the text, and not at all where there is no room beside it. The canvas takes no part in the layout.
 */
export const Particles = () => (
  <>
    <div
      {...{ [PARTICLES_PLACE]: '' }}
      className="pointer-events-none absolute top-0 right-0 left-[58%] -z-10 h-120 [mask-image:linear-gradient(#000_70%,transparent)] *:size-full not-min-[69rem]:hidden print:hidden"
      aria-hidden="true"
      dangerouslySetInnerHTML={NOTHING}
    />
    <LateScript src={particlesFile.path} />
  </>
)
