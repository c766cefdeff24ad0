// fast-check, as every property test takes it. In CI with the same cases each time: a landing is not a lottery, and what
// failed there fails here. Elsewhere with new ones at each run, which is how the properties find something.
import fc from 'fast-check';

if (process.env['CI'] !== undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 20_261_128 });

export { default } from 'fast-check';
