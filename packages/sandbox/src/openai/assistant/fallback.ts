export const DEMO_LINE = '**Demo assistant - no AI model is connected.**';
