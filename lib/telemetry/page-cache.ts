import { sharedState } from '../shared-state.ts'
import { histogram, SHORT } from './instruments.ts'

/**
 * How often stored answers were asked for since the process began: `hit` answered from memory, `waited` with one that was
 * being made for somebody else, `rendered` with one made now. Numbers alone, because each visit counts.
 */
export const lookups = sharedState('page-cache-lookups', () => ({ hit: 0, waited: 0, rendered: 0 }))

const rendering = histogram('ductwise.page.render.seconds', 'Renderings of answers that are stored', SHORT)

/** @param milliseconds that a rendering took */
export const countRendering = (milliseconds: number): void => rendering.record(milliseconds / 1_000)
