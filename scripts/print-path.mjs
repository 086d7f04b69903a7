// Run by npx with the packages it fetched on PATH; says where they are.
const name = Object.keys(process.env).find((key) => key.toUpperCase() === 'PATH');
console.log(`PATH=${process.env[name]}`);
