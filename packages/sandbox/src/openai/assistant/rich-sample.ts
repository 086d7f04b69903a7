export const richSample = '# Sample\n';
