import { sharedState } from '../process/shared-state.ts'
import { histogram, SHORT } from './instruments.ts'

/** `hit` from memory, `waited` for a rendering in progress, `rendered` now. Plain numbers, because every visit counts. */
export const lookups = sharedState('page-cache-lookups', () => ({ hit: 0, waited: 0, rendered: 0 }))

const rendering = histogram('ductwise.page.render.seconds', 'Renderings of answers that are stored', SHORT)

export const countRendering = (milliseconds: number): void => rendering.record(milliseconds / 1_000)
