export * from '@/gallery/fixture/races';
