import { studioBasePath } from '../studio-address.ts'

/** Address of a block's picture in the insert menu; `node tests/bench/block-pictures.ts` makes the files anew. */
export const blockPicture = (name: string): string => `${studioBasePath()}/static/blocks/${name}.webp`
