import { particlesFile } from '@/lib/browser-bundles.js'
import { PARTICLES_PLACE_ATTRIBUTE } from '@/lib/dom-contract.ts'
import { LateScript } from '../../ui/late-script.tsx'

/** Empty HTML, so that React does not touch the canvas that the script inserts. */
const EMPTY_HTML = { __html: '' }

export const Particles = () => (
  <>
    <div
      {...{ [PARTICLES_PLACE_ATTRIBUTE]: '' }}
      className="pointer-events-none absolute top-0 right-0 left-[58%] -z-10 h-120 [mask-image:linear-gradient(#000_70%,transparent)] *:size-full not-min-[69rem]:hidden print:hidden"
      aria-hidden="true"
      dangerouslySetInnerHTML={EMPTY_HTML}
    />
    <LateScript src={particlesFile.path} />
  </>
)
