/** Where the Studio is served, as in `studio/sanity.cli.ts`. The bundler replaces the variable. */
const basePath = (process.env.SANITY_STUDIO_BASEPATH ?? '/studio').replace(/\/+$/, '')

/** Address of a block's picture in the insert menu; `node tests/bench/block-pictures.ts` makes the files anew. */
export const blockPicture = (name: string): string => `${basePath}/static/blocks/${name}.webp`
