/** For `npm run migration`. */
export default { dialect: 'postgresql', schema: './lib/db/schema', out: './lib/db/migrations' }
