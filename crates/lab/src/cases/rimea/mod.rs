//! RiMEA e.V., guideline for microscopic evacuation analysis, annex 2: verification of software.

pub(super) mod r01_speed;
pub(super) mod r02_stairs;
pub(super) mod r04_density;
pub(super) mod r05_pre_movement;
pub(super) mod r06_corner;
pub(super) mod r07_demographics;
pub(super) mod r08_parameters;
pub(super) mod r09_exits;
pub(super) mod r10_cabins;
pub(super) mod r11_choice;
pub(super) mod r12_congestion;
pub(super) mod r13_stair_foot;
pub(super) mod r14_detour;
pub(super) mod r15_corner_time;
